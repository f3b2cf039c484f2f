import { ScriptsNeeded } from './scripts-needed.tsx';

/** Grey lines in place of loading content; announced once to screen readers. */
export function Skeleton({
  lines = 3,
  label = '読み込んでいます',
}: {
  lines?: number;
  label?: string;
}) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only noscript:hidden">{label}</span>
      <ScriptsNeeded />
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
          key={line}
          className="h-5 animate-shimmer rounded-lg bg-sand last:w-3/5 noscript:hidden"
        />
      ))}
    </div>
  );
}
