import type { ReactNode } from 'react';
import { Button } from '#kit/ui/button.tsx';

/** Checks a chosen file without saving anything; `progress` replaces the button meanwhile. */
export function TryButton({ progress, isBusy }: { progress?: ReactNode; isBusy: boolean }) {
  return (
    progress ?? (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="small" isBusy={isBusy}>
          ためし読みする
        </Button>
        <p className="text-sm text-ink-2">この段階では、何も保存しません。</p>
      </div>
    )
  );
}
