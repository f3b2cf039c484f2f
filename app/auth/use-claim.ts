import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  type CurrentAppraisal,
  clearCurrentAppraisal,
  keepCurrentAppraisal,
  readCurrentAppraisal,
} from '#app/session/current-appraisal.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { parseAppraisalId } from '#domain/applications/appraisal-number.ts';

/**
 * The application that somebody registers from: the one just made in this tab, or that of a mailed
 * link, whose token leaves the address at once.
 */
export function useClaim(): { appraisal: CurrentAppraisal | undefined; letGo: () => void } {
  const isHydrated = useHydrated();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [isLetGo, setLetGo] = useState(false);
  const mailed = isHydrated ? readClaimLink(hash) : undefined;

  useEffect(() => {
    const link = readClaimLink(hash);
    if (!link) return;
    keepCurrentAppraisal(link);
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, navigate]);

  return {
    appraisal: isHydrated && !isLetGo ? (mailed ?? readCurrentAppraisal()) : undefined,
    letGo() {
      clearCurrentAppraisal();
      setLetGo(true);
    },
  };
}

/** Reads #appraisalId=…&claimToken=…; undefined when either is missing or invalid. */
export function readClaimLink(hash: string): CurrentAppraisal | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const appraisalId = parseAppraisalId(fields.get('appraisalId') ?? '');
  const claimToken = fields.get('claimToken') ?? '';
  return appraisalId && claimToken && claimToken.length <= 200
    ? { appraisalId, claimToken }
    : undefined;
}
