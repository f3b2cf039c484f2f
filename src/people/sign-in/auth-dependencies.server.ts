import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Attempts } from '#kit/limits/attempts.server.ts';
import type { CookieHeader, Provider } from './provider.server.ts';
import type { AccessTokens } from './tokens/access-tokens.server.ts';

/** Dependencies of the parts of sign-in: the product's, and each other. */
export type AuthDependencies = Dependencies & {
  attempts: Attempts;
  provider: Provider;
  tokens: AccessTokens;
};

/** A caller before authentication: the address to count by, and the browser's cookies. */
export type Caller = {
  address: string;
  cookie: CookieHeader;
  /** Kind of device and browser, for the person's own list of sessions. */
  device: string;
  /** Set-Cookie headers sent even if the request fails. */
  giveCookies(cookies: readonly string[]): void;
};

/** A response with Set-Cookie headers for the routes to send. */
export type WithCookies<T> = { body: T; cookies: string[] };
