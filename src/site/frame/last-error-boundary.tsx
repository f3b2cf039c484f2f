import { Component, type ReactNode } from 'react';
import { errorText } from './error-texts.ts';

/**
 * Replaces React Router's default error page (scripts/bundle/lighter-router.ts), which shows visitors an English
 * heading and a stack. Rendered only when the root's own error page (root.tsx) fails.
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

/** React Router also imports this: it wraps pending data, and a root without an error boundary. */
export const BoundaryShell = ({ children }: { children?: ReactNode }) => children;
export const RemixRootDefaultErrorBoundary = (): null => null;
