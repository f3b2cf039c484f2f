import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';

/** An amount linked to its rows; 0 is not linked. `label` names the figure for screen readers. */
export function FigureLink({ to, label, amount }: { to: string; label: string; amount: number }) {
  if (amount === 0) return <>0円</>;
  return (
    <Link
      to={to}
      aria-label={`${label} ${formatYen(amount)}円`}
      className="text-coral-dark underline underline-offset-4"
    >
      {formatYen(amount)}円
    </Link>
  );
}
