import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sweepDrafts } from '#kit/forms/sweep-drafts.ts';
import { isReloadingFor } from '#kit/pages/chunk-recovery.ts';
import { fetchPersonEarly } from '#people/session/session.ts';
import { noteLoadError } from '#site/frame/unreachable.ts';

// Catches every failed dynamic import.
addEventListener('vite:preloadError', () => isReloadingFor());

// Before hydration, because signed-in pages need it immediately.
fetchPersonEarly();

void sweepDrafts();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        // Lets public/observing/report-errors.js, where the page includes it, report the error.
        onError={(detail, { errorInfo }) => {
          // Only errors of rendering have a component stack.
          if (!errorInfo) noteLoadError(detail);
          dispatchEvent(new CustomEvent('tasuki:defect', { detail }));
        }}
      />
    </StrictMode>,
  );
});
