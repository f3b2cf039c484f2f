import { createContext, useContext, useEffect } from 'react';

/** Changes the number of an editor's parts whose content is still being sent. */
export const PendingParts = createContext<((change: number) => void) | undefined>(undefined);

/** Marks a part of an editor as pending, such as a picture being uploaded: nothing is saved until it is done. */
export function usePendingPart(isPending: boolean) {
  const report = useContext(PendingParts);
  useEffect(() => {
    if (!isPending || !report) return;
    report(1);
    return () => report(-1);
  }, [isPending, report]);
}
