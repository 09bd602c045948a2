/** @throws SyntaxError for what is no JSON, or is nested too deep */
export declare function parseJson(text: string): unknown;
