import { widgetSandbox, widgetSizes } from '#organisations/associates/website-widget.ts';

/**
 * Runs in other sites' pages: it defines no globals, stores nothing, and works under a policy that allows only this
 * script and our frames. ES2017 at most.
 */
export const widgetScript = `(() => {
  const script = document.currentScript;
  const parent = script && script.parentNode;
  const id = script && script.getAttribute('data-associate');
  if (!parent || !/^[a-z0-9-]{1,40}$/.test(id || '')) return;
  const site = new URL(script.src).origin;
  const size = script.getAttribute('data-size') === 'card' ? 'card' : 'button';
  const { width, height } = ${JSON.stringify(widgetSizes)}[size];
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', '${widgetSandbox}');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.setAttribute('loading', 'lazy');
  frame.title = '洋服を寄付する（たすき）';
  frame.width = width;
  frame.height = height;
  frame.style.border = '0';
  frame.style.maxWidth = '100%';
  frame.src = site + '/widget/associate/' + id + '?size=' + size;
  const link = script.previousElementSibling;
  if (link && link.href === site + '/associate/' + id) link.remove();
  parent.insertBefore(frame, script);
})();
`;
