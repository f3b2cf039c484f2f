import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { isImeKey } from '#kit/forms/fields/ime.ts';
import { isShortcut } from '#kit/lists/row-keys.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { maxKeywordUnits } from '#kit/values/keyword-length.ts';
import { searching, showKeyword, startKeyword, typeKeyword } from './typed-keyword.ts';

/** Debounces the search: each request for a list is logged. */
const restMs = 300;

/** Searches while typing; the key / focuses it from anywhere on the page. */
export function KeywordBox({
  label,
  keyword,
  onSearch,
}: {
  /** What the search finds by. */
  label: string;
  keyword: string;
  onSearch: (keyword: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [box, setBox] = useState(() => startKeyword(keyword));
  if (box.shown !== keyword) setBox(showKeyword(box, keyword));
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  // Another filter may be chosen during the debounce: the latest callback counts.
  const latest = useRef({ onSearch, isLeaving: false });
  useEffect(() => {
    latest.current = { onSearch, isLeaving: next !== pathname };
  });
  const search = (text: string) => {
    clearTimeout(timer.current);
    setBox((now) => searching(now, text));
    latest.current.onSearch(text);
  };
  const searchSoon = (text: string) => {
    clearTimeout(timer.current);
    const here = window.location.pathname;
    timer.current = setTimeout(() => {
      // A person who has opened a row meanwhile is not taken back to the list, even while this page is still shown.
      const isLeaving = latest.current.isLeaving || window.location.pathname !== here;
      if (!isLeaving) search(text);
    }, restMs);
  };

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    // The router reports a navigation only once it is rendered, which may be after the debounce.
    const leave = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const opensBeside = event.ctrlKey || event.metaKey || event.shiftKey;
      if (link && link.pathname !== window.location.pathname && !opensBeside) {
        clearTimeout(timer.current);
      }
    };
    document.addEventListener('keydown', focus);
    document.addEventListener('click', leave);
    return () => {
      document.removeEventListener('keydown', focus);
      document.removeEventListener('click', leave);
      clearTimeout(timer.current);
    };
  }, []);

  return (
    <search className="relative min-w-0 grow basis-72">
      <label className="block">
        <span className="sr-only">{label}</span>
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-2"
        />
        <input
          ref={input}
          type="search"
          autoComplete="off"
          aria-keyshortcuts="/"
          placeholder={label}
          maxLength={maxKeywordUnits}
          className="control pl-11 placeholder:text-ink-2"
          value={box.typed}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setBox((now) => typeKeyword(now, value));
            // Unfinished input of an input method is not a keyword yet.
            if (!(event.nativeEvent as InputEvent).isComposing) searchSoon(value);
          }}
          onCompositionEnd={(event) => searchSoon(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isImeKey(event)) search(box.typed);
          }}
        />
      </label>
    </search>
  );
}
