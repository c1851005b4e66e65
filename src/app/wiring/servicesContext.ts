import { createContext } from 'react';
import type { Services } from './services.ts';

/** For a page that belongs to no area and makes its own calls. */
export const ServicesContext = createContext<Services | null>(null);
