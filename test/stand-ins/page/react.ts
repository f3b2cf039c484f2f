/** As much of a window as React asks for while it loads: without one it hears no `input` events, and no input method. */
const loading = {
  document: { oninput: null, createElement: () => ({ style: {} }) },
  CompositionEvent: null,
  top: undefined,
  self: null,
};

const { window, document } = globalThis;
Object.assign(globalThis, { window: loading, document: loading.document });
export const { createRoot } = await import('react-dom/client');
if (window) Object.assign(globalThis, { window, document });
else for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
