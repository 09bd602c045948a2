/** An address without the part of the page that it names. */
export declare const withoutFragment: (url: string) => string;
