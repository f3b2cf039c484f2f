import { useEffect, useState } from 'react';
import { Dialog } from '#kit/ui/dialog.tsx';

export type ShownPaper = { name: string; picture: Blob };

/** A paper as large as the screen allows; its picture is released once the dialog has faded. */
export function PaperDialog({
  shown,
  onClose,
}: {
  shown: ShownPaper | undefined;
  onClose: () => void;
}) {
  const [kept, setKept] = useState(shown);
  if (shown && shown !== kept) setKept(shown);
  const [url, setUrl] = useState<string>();
  const picture = kept?.picture;
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [picture]);
  return (
    <Dialog
      isOpen={shown !== undefined}
      title={kept?.name ?? '本人確認の書類'}
      shape="wide"
      onClose={onClose}
      onClosed={() => setKept(undefined)}
    >
      {url && <img src={url} alt={kept?.name ?? ''} className="mx-auto max-h-[70dvh] max-w-full" />}
    </Dialog>
  );
}
