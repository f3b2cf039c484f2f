import { ResultsSection } from './results-section.tsx';

export const meta = () => [
  { title: '査定結果｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminResults() {
  return <ResultsSection />;
}
