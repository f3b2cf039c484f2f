import { createContext } from 'react-router';
import type { Services } from '#server/services.ts';

/** By this key a page's loader gets everything the product can do. */
export const services = createContext<Services>();
