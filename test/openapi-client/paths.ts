/**
 * Placeholder for the output of openapi-typescript, so that the calls beside it can be read without it. The test
 * replaces it with the generated file before compiling them.
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever is generated.
export type paths = any;
