import type { Dependencies } from '#server/dependencies.ts';
import type { Attempts } from '#server/limits/attempts.ts';
import type { CookieHeader, Provider } from './provider.ts';
import type { AccessTokens } from './tokens/access-tokens.ts';

/** What the parts of sign-in are handed: each other's, besides the product's. */
export type AuthDependencies = Dependencies & {
  attempts: Attempts;
  provider: Provider;
  tokens: AccessTokens;
};

/** Who calls, before anybody is known: the address to count by, and the browser's cookies. */
export type Caller = {
  address: string;
  cookie: CookieHeader;
  /** The kind of device and browser, for the person's own list of sessions. */
  device: string;
  /** Set-Cookie headers that go out with the answer, whatever becomes of the request. */
  giveCookies(cookies: readonly string[]): void;
};

/** A response whose cookies (Set-Cookie headers) the routes pass on. */
export type WithCookies<T> = { body: T; cookies: string[] };
