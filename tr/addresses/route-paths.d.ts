/**
 * The paths of the routes that a script lists, as routers do: `{ path: '/users', component, children: [{ path: 'new', … }] }`,
 * joined with those of their parents and with the router's base. It is told the script's tokens in their order.
 */
export declare class RoutePaths {
    #private;
    /** `bare`: strings of the script that are a part of them only. */
    paths(): {
        readonly joined: readonly string[];
        readonly bare: ReadonlySet<string>;
    };
    token(kind: 'name' | 'sign', value: string): void;
    string(text: string): void;
}
