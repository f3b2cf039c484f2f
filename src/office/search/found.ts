import * as z from 'zod/mini';

/** A record found by its number: what it is, and the path of its page. */
export const FoundNumber = z.object({ label: z.string(), path: z.string() });
export type FoundNumber = z.infer<typeof FoundNumber>;
