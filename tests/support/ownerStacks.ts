import React from 'react';

/**
 * React makes an error for each element, whose stack tells in development where it was made: a tenth of what tests of screens compute. Of
 * more than 10,000 in a short time it makes none: here it has always made so many. What React warns of still fails a test
 * (`quietConsole.ts`), and names the components around it.
 */
const internals = (React as unknown as Record<string, object>)
  .__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (!internals || !('recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts its elements in another way: ask it again how, or leave this file out');
// The files of a process share React, and each loads this module.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set: () => {},
});
