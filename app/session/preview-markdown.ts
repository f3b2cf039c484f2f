import type { MarkdownPreview } from '#domain/values/text/rich-text-schema.ts';
import { api } from './api.ts';

/** Renders a Markdown text on the server. */
export async function previewMarkdown(markdown: string, signal: AbortSignal) {
  const path = '/api/markdown/preview';
  const { blocks } = await api<MarkdownPreview>(path, { body: { markdown }, signal });
  return blocks;
}
