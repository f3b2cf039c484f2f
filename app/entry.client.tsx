import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

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
