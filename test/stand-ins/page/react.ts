import { Window } from 'happy-dom';

// React asks only while it loads whether there is a browser: without one it hears no `input` events.
const { window, document } = globalThis;
const loading = new Window();
Object.assign(globalThis, { window: loading, document: loading.document });
export const { createRoot } = await import('react-dom/client');
if (window) Object.assign(globalThis, { window, document });
else for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name);
