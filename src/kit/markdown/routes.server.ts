import { type App, personOf } from '#kit/http/app.server.ts';
import { MarkdownDraft, MarkdownPreview } from '#kit/values/text/rich-text-schema.ts';
import type { Services } from '#start/services.server.ts';

/** Renders Markdown for its author, as readers will see it. */
export function markdownRoutes(app: App, { markdown }: Pick<Services, 'markdown'>) {
  app.post(
    '/api/markdown/preview',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: MarkdownDraft,
        response: { 200: MarkdownPreview },
        tags: ['本文'],
        summary: '書いている本文（Markdown）の見え方',
      },
    },
    async (request) => ({ blocks: await markdown.preview(personOf(request), request.body) }),
  );
}
