import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isReloadingFor } from './chunk-recovery.ts';
import { hasSessionFlag } from './session/session-flag.ts';

// Whatever is imported on demand and can't be had, by whomever it was asked for.
addEventListener('vite:preloadError', () => isReloadingFor());

// Of people who are signed in the page will ask at once: on its way while the page comes to life.
if (hasSessionFlag()) import('./session/person.ts').catch(() => undefined);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter
        // For public/observing/report-errors.js, where that is written into the page.
        onError={(detail) => void dispatchEvent(new CustomEvent('tasuki:defect', { detail }))}
      />
    </StrictMode>,
  );
});
