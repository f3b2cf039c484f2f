import { createContext } from 'react-router';
import type { Services } from '#server/services.ts';

/** The context key by which a page's loader gets the server's services. */
export const services = createContext<Services>();
