// Tells the server of SENTRY_DSN, by the Sentry protocol, that something went wrong on a page.
// Written into pages only while that is set (src/kit/observing). What it tells holds no personal
// data: no address but known words of its path, no values, no cookies, no names.
(() => {
  const { url } = document.currentScript.dataset;
  const mostReports = 5;
  const told = new Set();

  /** "/admin/applications/:id": of a path only what can be a word of ours. */
  const placeOf = (path) =>
    path
      .split('/')
      .map((part) => (/^[a-z]?[a-z-]{0,29}$/.test(part) ? part : ':id'))
      .join('/');

  /** A message without what may be a person's: quoted text, addresses, numbers, Japanese. */
  const masked = (text) =>
    String(text)
      .slice(0, 1000)
      .replace(/"[^"]*"?/g, '"…"')
      .replace(/(?<!\w|reading |setting )'[^']*'?/g, "'…'")
      .replace(/(?<![a-z])[a-z]+:\/\/\S+/gi, '<url>')
      .replace(/(?<!\S)\S+@\S+/g, '<email>')
      .replace(/[^\x20-\x7e…]+/g, '…')
      .replace(/[\w-]{20,}|\b\w*\d[\w-]{3,}\b/g, '<id>')
      .slice(0, 300);

  /** The lines of a stack that are ours, the innermost last. */
  function framesOf(stack) {
    const line = /^\s*(?:at )?(?:async )?(.*?)[\s(@]*(https?:\/\/[^\s()]+?):(\d+):(\d+)\)?$/;
    return String(stack ?? '')
      .split('\n')
      .flatMap((text) => {
        const [, name, address, lineno, colno] = line.exec(text) ?? [];
        const file = address && URL.parse?.(address);
        if (!file || file.origin !== location.origin) return [];
        const isAsset = file.pathname.startsWith('/assets/') || file.pathname.startsWith('/observing/');
        return [
          {
            filename: isAsset ? file.pathname : placeOf(file.pathname),
            function: name || '?',
            lineno: Number(lineno),
            colno: Number(colno),
            in_app: true,
          },
        ];
      })
      .slice(0, 30)
      .reverse();
  }

  function report(error, how, fallback) {
    const isError = error instanceof Error;
    const frames = framesOf(isError ? error.stack : '');
    // What has no line of ours is an extension's or another site's.
    if (frames.length === 0 && !fallback) return;
    const type = isError ? error.name : typeof error;
    const value = isError ? masked(error.message) : '';
    const key = JSON.stringify([type, value, frames.at(-1)]);
    if (told.has(key) || told.size >= mostReports) return;
    told.add(key);
    const eventId = crypto.randomUUID().replaceAll('-', '');
    const event = {
      event_id: eventId,
      timestamp: Date.now() / 1000,
      platform: 'javascript',
      level: 'error',
      transaction: placeOf(location.pathname),
      sdk: { name: 'tasuki', version: '1', settings: { infer_ip: 'never' } },
      exception: {
        values: [
          {
            type,
            value,
            mechanism: { type: how, handled: how === 'router' },
            ...(frames.length > 0 && { stacktrace: { frames } }),
          },
        ],
      },
    };
    const head = { event_id: eventId, sent_at: new Date().toISOString() };
    fetch(url, {
      method: 'POST',
      body: [head, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n'),
      mode: 'no-cors',
      credentials: 'omit',
      keepalive: true,
      referrerPolicy: 'no-referrer',
      // Blocked or unreachable: nothing that the person at the screen should see.
    }).catch(() => undefined);
  }

  addEventListener('error', ({ error }) => {
    if (error) report(error, 'onerror', false);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    report(reason, 'onunhandledrejection', !(reason instanceof Error));
  });
  // What React Router catches and shows an error page for (src/entry.client.tsx).
  addEventListener('tasuki:defect', ({ detail }) => {
    if (detail instanceof Error) report(detail, 'router', true);
  });
})();
