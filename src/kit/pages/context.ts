import { createContext } from 'react-router';
import type { Services } from '#start/services.server.ts';

/** The context key by which a page's loader gets the server's services. */
export const services = createContext<Services>();

/**
 * How a page is rendered: the nonce marks the scripts that the render itself writes (src/kit/http/pages); with
 * `failed` it is the error page of that status, whatever the address; with `isPreview` what operators see before the
 * service opens.
 */
export const rendering = createContext<{
  nonce: string;
  failed?: 400 | 429 | 500 | 503;
  isPreview?: boolean;
}>({ nonce: '' });
