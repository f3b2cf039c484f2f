import { Component, type ReactNode } from 'react';
import { errorText } from './layouts/error-texts.ts';

/**
 * Replaces React Router's last error page (scripts/bundle/lighter-router.ts), which shows visitors an English heading and a
 * stack: this is what is left to show when the page of errors (root.tsx) fails itself.
 */
export class RemixErrorBoundary extends Component<
  { children?: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <html lang="ja">
        <body>
          <p>{errorText(500).explanation}</p>
        </body>
      </html>
    );
  }
}

/** Imported as well: around what waits for data, and for a root without an error page of its own. */
export const BoundaryShell = ({ children }: { children?: ReactNode }) => children;
export const RemixRootDefaultErrorBoundary = (): null => null;
