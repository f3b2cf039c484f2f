/**
 * Stands in for what openapi-typescript makes of the document, so that the calls beside it can be read without it. The
 * test puts the generated file in its place before it compiles them.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever is generated.
export type paths = any;
