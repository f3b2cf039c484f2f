import { useEffect, useEffectEvent } from 'react';
import {
  invitesToAppraisal,
  isTimeToInvite,
  scrollRatio,
  scrollThrottleMs,
  throttled,
} from './appraisal-invitation.ts';

const key = 'appraisal-invited';
/** The flag where storage is forbidden: it lasts as long as this page. */
let flagInMemory = false;

function wasInvited(): boolean {
  try {
    return flagInMemory || sessionStorage.getItem(key) !== null;
  } catch {
    return flagInMemory;
  }
}

function rememberInvitation() {
  flagInMemory = true;
  try {
    sessionStorage.setItem(key, '1');
  } catch {
    // Storage is forbidden: the flag in memory is used.
  }
}

/** Calls `open` once a session, when the person has scrolled past 30 % of an inviting page. */
export function useInvitation(pathname: string, open: () => void) {
  const checkScroll = useEffectEvent(() => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement;
    const isInvited = isTimeToInvite({
      pathname,
      ratio: scrollRatio({ scrollTop, viewHeight: clientHeight, pageHeight: scrollHeight }),
      wasInvited: wasInvited(),
      isBusy: document.querySelector('dialog:modal, input:focus, textarea:focus') !== null,
    });
    if (!isInvited) return;
    rememberInvitation();
    open();
  });

  useEffect(() => {
    if (!invitesToAppraisal(pathname) || wasInvited()) return;
    const { call, stop } = throttled(() => checkScroll(), scrollThrottleMs, {
      setTimer: (work, delayMs) => window.setTimeout(work, delayMs),
      clearTimer: (timer) => window.clearTimeout(timer),
    });
    addEventListener('scroll', call, { passive: true });
    return () => {
      removeEventListener('scroll', call);
      stop();
    };
  }, [pathname]);
}
