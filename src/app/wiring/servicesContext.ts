import { createContext } from 'react';
import type { Services } from './services.ts';

/** For a page that is nobody's area: it makes its calls itself. */
export const ServicesContext = createContext<Services | null>(null);
