import { redirect } from 'react-router';

/** Redirects an organisation's path without an id to the list. */
export function loader() {
  return redirect('/search');
}
