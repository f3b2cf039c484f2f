import { createContext } from 'react-router';
import type { Services } from '#server/services.ts';

/** The context key by which a page's loader gets the server's services. */
export const services = createContext<Services>();

/**
 * How a page is rendered: the nonce marks the scripts that the render itself writes (server/http/pages); of a
 * malformed address there is only an error page.
 */
export const rendering = createContext({ nonce: '', isMalformed: false });
