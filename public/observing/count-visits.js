// Counts visits at the service of ANALYTICS. Written into public pages only while that is set
// (src/kit/observing), and told by the attributes of its own element where to.
(() => {
  const { kind, url, domain, site, id, private: hidden } = document.currentScript.dataset;
  // Whoever asked not to be followed is not counted; nothing is loaded for them either.
  if (navigator.doNotTrack === '1' || navigator.globalPrivacyControl) return;

  const hiddenPages = hidden.split(' ');
  const isHidden = (path) => hiddenPages.some((page) => path === page || path.startsWith(`${page}/`));
  const campaign = ['utm_source', 'utm_medium', 'utm_campaign'];

  /** The address without what may be somebody's: no fragment, of the query the campaign alone. */
  function addressOf(path, search) {
    const kept = [...new URLSearchParams(search)].filter(([name]) => campaign.includes(name));
    const query = new URLSearchParams(kept).toString();
    return location.origin + path + (query && `?${query}`);
  }

  /** Which site led here; nothing more of its address, and nothing of ours. */
  function sourceOf(referrer) {
    const from = URL.parse?.(referrer) ?? null;
    return from && from.origin !== location.origin ? `${from.origin}/` : '';
  }
  let source = sourceOf(document.referrer);

  const post = (body) =>
    fetch(url, {
      method: 'POST',
      body,
      mode: 'no-cors',
      credentials: 'omit',
      keepalive: true,
      referrerPolicy: 'origin',
      // Blocked or unreachable: a visit is not worth a word.
    }).catch(() => undefined);

  // No titles: that of a search holds the words that were looked for.
  const counters = {
    plausible: (address) =>
      post(JSON.stringify({ n: 'pageview', u: address, d: domain || location.hostname, r: source || null })),
    matomo: (address, path) =>
      post(
        new URLSearchParams({
          idsite: site,
          rec: '1',
          apiv: '1',
          send_image: '0',
          rand: String(Math.random()).slice(2),
          url: address,
          action_name: path,
          ...(source && { urlref: source }),
        }),
      ),
    ga4: (address, path) => {
      const view = viewOf(address, path);
      // Set as well: what Google's script sends by itself must not read the address bar.
      tell('set', view);
      tell('event', 'page_view', { ...view, send_to: id });
    },
  };

  const viewOf = (address, path) => ({
    page_location: address,
    page_title: path,
    page_referrer: source,
  });

  function tell() {
    window.dataLayer.push(arguments);
  }

  function loadGoogle() {
    window.dataLayer = window.dataLayer || [];
    tell('js', new Date());
    tell('consent', 'default', {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
    tell('config', id, {
      ...viewOf(addressOf(location.pathname, location.search), location.pathname),
      send_page_view: false,
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
      // Its cookies are sent to this host alone, and never without encryption.
      ...(location.protocol === 'https:' && {
        cookie_prefix: '__Host-',
        cookie_domain: 'none',
        cookie_flags: 'Secure;SameSite=Lax',
      }),
      ...(url !== 'https://www.googletagmanager.com' && { server_container_url: url }),
    });
    const script = document.createElement('script');
    script.async = true;
    script.src = `${url}/gtag/js?id=${id}`;
    document.head.append(script);
  }

  let counted;

  function look() {
    const { pathname, search } = location;
    // Google's script watches addresses by itself, unless it is told to be still.
    if (kind === 'ga4') window[`ga-disable-${id}`] = isHidden(pathname);
    if (pathname === counted) return;
    counted = pathname;
    if (isHidden(pathname)) return;
    counters[kind](addressOf(pathname, search), pathname);
    source = '';
  }

  for (const change of ['pushState', 'replaceState']) {
    const original = history[change];
    history[change] = function (...state) {
      original.apply(this, state);
      look();
    };
  }
  addEventListener('popstate', look);
  if (kind === 'ga4') loadGoogle();
  look();
})();
