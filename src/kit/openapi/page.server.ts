import { escapeHtml } from '#people/mail/mail-content.server.ts';

type Operation = {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
};
export type OpenApiDocument = {
  info: { title: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
};

const code = (title: string, value: unknown) =>
  value === undefined
    ? ''
    : `<h4>${title}</h4><pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;

function operationHtml(path: string, method: string, operation: Operation): string {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const replies = Object.entries(operation.responses ?? {});
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code>
<span>${escapeHtml(operation.summary ?? '')}</span></summary>
<p>${escapeHtml(operation.description ?? '')}</p>
${code('パラメーター', operation.parameters)}
${bodies.map(([type, { schema }]) => code(`送るもの（${escapeHtml(type)}）`, schema)).join('')}
${replies
  .map(([status, { content }]) =>
    code(`返るもの（${status}）`, Object.values(content ?? {})[0]?.schema),
  )
  .join('')}
</details>`;
}

/** Renders the OpenAPI document as a page without scripts: one entry per call, sorted by path. */
export function openApiPage(document: OpenApiDocument): string {
  const { title, description = '' } = document.info;
  const operations = Object.entries(document.paths ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
    );
  return `<!DOCTYPE html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>
<p><a href="/api/openapi.json">OpenAPI（JSON）</a>　<a href="/">たすきのトップへ</a></p>
${operations.join('\n')}
</main></body></html>`;
}

/** Stylesheet of the page. A separate file, since the policy forbids inline styles. */
export const openApiStyle = `
body{background:#fff9f1;color:#3a2e28;font:16px/1.7 "Hiragino Sans","Noto Sans JP",Meiryo,sans-serif;margin:0}
main{margin:0 auto;max-width:1000px;padding:24px 16px 64px}
details{background:#fffefb;border:1px solid #e4d5c3;border-radius:8px;margin:8px 0;padding:0 16px}
summary{cursor:pointer;overflow-wrap:anywhere;padding:12px 0}
summary b{color:#a93621;display:inline-block;min-width:64px}
summary span{color:#6b5a50;display:block}
pre{background:#f6ebdd;border-radius:8px;max-height:360px;overflow:auto;padding:12px}
a{color:#a93621}
:focus-visible{outline:3px solid #3a2e28;outline-offset:2px}
`;
