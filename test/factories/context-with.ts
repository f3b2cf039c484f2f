import type { Context } from '#kit/dependencies.server.ts';

/** What a use case is handed, as far as it needs it. */
export const contextWith = (parts: Partial<Context>) => parts as Context;
