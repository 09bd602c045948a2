import type { AddressGuard } from '../network/address-guard.ts';
import { type Route } from './browser-proxy.ts';
/**
 * Leads clients through the user's proxy: TLS and web sockets by a tunnel, plain HTTP request by request, as proxies
 * seldom lend a tunnel for it. The proxy resolves the names: only what is written as private can be refused.
 */
export declare function userRoute(address: string, guard: AddressGuard | undefined): Route;
