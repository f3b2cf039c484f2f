import { createContext, useContext, useEffect } from 'react';

/** By how many the parts of an editor change whose content is still on its way. */
export const PendingParts = createContext<((change: number) => void) | undefined>(undefined);

/** For a part of an editor, such as a picture that is being sent: nothing is saved without it. */
export function usePendingPart(isPending: boolean) {
  const report = useContext(PendingParts);
  useEffect(() => {
    if (!isPending || !report) return;
    report(1);
    return () => report(-1);
  }, [isPending, report]);
}
