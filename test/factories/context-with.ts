import type { Context } from '#server/dependencies.ts';

/** What a use case is handed, as far as it needs it. */
export const contextWith = (parts: Partial<Context>) => parts as Context;
