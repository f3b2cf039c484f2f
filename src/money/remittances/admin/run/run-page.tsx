import type { Route } from './+types/run-page.ts';
import { RunScreen } from './run-screen.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '送金の内容｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function RunPage({ params: { runId } }: Route.ComponentProps) {
  return <RunScreen key={runId} runId={runId} />;
}
