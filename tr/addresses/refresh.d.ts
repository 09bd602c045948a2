/** The address in a `Refresh` header or a `meta http-equiv=refresh`, whatever its delay; undefined where it names none. */
export declare function refreshTarget(content: string): string | undefined;
