/** A whole page around its main part. */
export const page = (title, main) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/styles.css">
</head>
<body>
<header><p>Tool Shed</p></header>
<main>${main}</main>
<footer><p>Borrow a drill, bring it back.</p></footer>
</body>
</html>
`
