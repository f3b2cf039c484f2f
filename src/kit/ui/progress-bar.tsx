import { useId } from 'react';

/** The progress of long work; without `value` it is unknown. `value` and `max` are counts. */
export function ProgressBar({
  label,
  value,
  max = 100,
}: {
  label: string;
  value?: number;
  max?: number;
}) {
  const id = useId();
  return (
    <div>
      <div className="flex justify-between gap-4 text-sm font-bold">
        <label htmlFor={id}>{label}</label>
        {value !== undefined && max > 0 && (
          <span className="figures" aria-hidden="true">
            {Math.floor((value / max) * 100)}%
          </span>
        )}
      </div>
      <progress
        id={id}
        value={value}
        max={max}
        className="indeterminate:animate-shimmer mt-1 h-3 w-full appearance-none overflow-hidden rounded-full bg-sand [&::-moz-progress-bar]:bg-coral [&::-webkit-progress-bar]:bg-sand [&:indeterminate]:bg-thread [&:indeterminate::-webkit-progress-bar]:bg-thread [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-coral [&::-webkit-progress-value]:transition-[width]"
      />
    </div>
  );
}
