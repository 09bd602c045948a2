import { hasRoute } from '../../url/normalise.ts';
/** Whether an address was put together without a value: its last path segment, or a parameter as a whole, is none. */
export declare function hasUnsetValue(address: string, isRoute?: typeof hasRoute): boolean;
