/** The type of a body whose header declares none, by its first bytes, as browsers see it. */
export declare function sniffedType(body: Uint8Array): string;
