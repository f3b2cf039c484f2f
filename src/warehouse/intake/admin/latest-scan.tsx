import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { type Scan, scanOutcomeFacts } from '#warehouse/intake/scan.ts';
import { ScannedBox } from './box-card.tsx';
import { BoxChoice } from './box-choice.tsx';
import { ExceptionLink, NewException } from './new-exception.tsx';
import { TakeBackButton } from './take-back-button.tsx';

/** The last scanned box with its optional actions; the next scan requires none of them. */
export function LatestScan({
  scan,
  onChanged,
  onScan,
}: {
  scan: Scan;
  onChanged: (scan: Scan) => void;
  onScan: (code: string) => void;
}) {
  // The scan for the exception form; stays while further boxes are scanned.
  const [shelved, setShelved] = useState<Scan>();
  const [isOpen, setOpen] = useState(false);
  const needsShelf = !scanOutcomeFacts[scan.outcome].isGood;
  return (
    <ScannedBox scan={scan}>
      <BoxChoice scan={scan} onChanged={onChanged} onScan={onScan} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {scan.exceptionId ? (
          <ExceptionLink id={scan.exceptionId} />
        ) : (
          <Button
            variant={needsShelf ? 'primary' : 'outline'}
            size="small"
            onClick={() => {
              setShelved(scan);
              setOpen(true);
            }}
          >
            この箱を保留の棚に置く
          </Button>
        )}
        <TakeBackButton key={scan.id} scan={scan} onDone={onChanged} />
      </div>
      <Dialog
        isOpen={isOpen}
        title="この箱を保留の棚に置く"
        shape="wide"
        onClose={() => setOpen(false)}
      >
        {shelved && (
          <NewException
            key={shelved.id}
            scan={shelved}
            onDone={(exception) => {
              setOpen(false);
              onChanged({ ...shelved, exceptionId: exception.id });
            }}
          />
        )}
      </Dialog>
    </ScannedBox>
  );
}
