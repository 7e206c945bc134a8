// Imported first by scripts that read sources, which older Nodes cannot.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `this needs Node 22.18 or newer and runs in ${process.version}; npm run build takes the one of the project\n`,
  )
  process.exit(2)
}
