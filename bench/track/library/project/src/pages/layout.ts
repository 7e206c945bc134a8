import { escape } from './html.ts'

type Page = { readonly title: string; readonly main: string; readonly script?: string }

export const layout = ({ title, main, script }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} – Quayside library</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/public/tokens.css">
<link rel="stylesheet" href="/public/site.css">
<script type="module" src="/public/menu.js"></script>
${script === undefined ? '' : `<script type="module" src="/public/${script}"></script>`}
</head>
<body>
<a class="skip-link" href="#main">Skip to the content</a>
<header class="site-header">
<div class="container site-header__row">
<a class="brand" href="/">Quayside library</a>
<button class="button button--quiet menu-button" type="button" aria-expanded="false" aria-controls="menu">Menu</button>
<nav id="menu" class="menu" aria-label="Main">
<a class="menu__link" href="/">Find books</a>
<a class="menu__link" href="/loans">My loans</a>
<a class="menu__link" href="/sign-in">Sign in</a>
</nav>
</div>
</header>
<main id="main" class="container page">
${main}
</main>
<div class="toast" role="status" aria-live="polite" hidden></div>
<footer class="site-footer">
<div class="container"><p>Quayside library, Pier Road 4. Open Monday to Saturday.</p></div>
</footer>
</body>
</html>`
