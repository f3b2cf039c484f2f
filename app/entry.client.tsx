import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isReloadingFor } from './chunk-recovery.ts';
import { sweepDrafts } from './forms/sweep-drafts.ts';
import { fetchPersonEarly } from './session/session.ts';
import { noteLoadError } from './unreachable.ts';

// Catches every dynamic import that fails, whoever made it.
addEventListener('vite:preloadError', () => isReloadingFor());

// Before hydration, because signed-in pages need it at once.
fetchPersonEarly();

void sweepDrafts();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        // Lets public/observing/report-errors.js, where the page includes it, report the error.
        onError={(detail, { errorInfo }) => {
          // Of an error while rendering React says where it was.
          if (!errorInfo) noteLoadError(detail);
          dispatchEvent(new CustomEvent('tasuki:defect', { detail }));
        }}
      />
    </StrictMode>,
  );
});
