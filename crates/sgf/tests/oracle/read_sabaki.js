// Reads SGF files with @sabaki/sgf: one path per line on standard input, one
// JSON array of main-line nodes (or an object with an error) per line out.

const fs = require('fs')
const sgf = require('@sabaki/sgf')

const alpha = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const point = ([x, y]) => alpha[x] + alpha[y]

function readSize(root) {
  const [width, height] = ((root.data.SZ || ['19'])[0]).split(':').map(Number)
  return [width, height || width]
}

function readMove(value, [width, height]) {
  const isOldPass = value === 'tt' && width <= 19 && height <= 19
  return value === '' || isOldPass ? '' : point(sgf.parseVertex(value))
}

function readNode(node, size) {
  const out = {}
  for (const color of ['B', 'W']) {
    if (node.data[color]) out[color] = readMove(node.data[color][0], size)
  }
  for (const name of ['AB', 'AW', 'AE']) {
    const values = (node.data[name] || []).filter(value => value !== '')
    const points = values.flatMap(value =>
      value.includes(':') ? sgf.parseCompressedVertices(value) : [sgf.parseVertex(value)]
    )
    if (points.length > 0) out[name] = [...new Set(points.map(point))].sort()
  }
  if (node.data.C) out.C = node.data.C[0]
  return out
}

function read(path) {
  const roots = sgf.parseBuffer(fs.readFileSync(path))
  if (roots.length === 0) throw new Error('no game')
  const size = readSize(roots[0])
  const nodes = []
  for (let node = roots[0]; node; node = node.children[0]) nodes.push(readNode(node, size))
  return nodes
}

for (const path of fs.readFileSync(0, 'utf8').split('\n').filter(line => line !== '')) {
  let line
  try {
    line = read(path)
  } catch (error) {
    line = { error: String(error.message) }
  }
  console.log(JSON.stringify(line))
}
