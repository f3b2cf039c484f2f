import { Window } from 'happy-dom';

// React checks for a browser while it loads; without one it ignores `input` events.
const { window, document } = globalThis;
const loading = new Window();
Object.assign(globalThis, { window: loading, document: loading.document });
export const { createRoot } = await import('react-dom/client');
if (window) Object.assign(globalThis, { window, document });
else for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
