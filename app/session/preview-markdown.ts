import type { MarkdownPreview } from '#domain/values/text/rich-text-schema.ts';
import { api } from './api.ts';

/** Asks the server how a text in Markdown will look. */
export async function previewMarkdown(markdown: string, signal: AbortSignal) {
  const path = '/api/markdown/preview';
  const { blocks } = await api<MarkdownPreview>(path, { body: { markdown }, signal });
  return blocks;
}
