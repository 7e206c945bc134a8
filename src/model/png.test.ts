import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cropPixels, decodePng, encodePng, pixelAt, type Pixels } from './png.ts'

const picture = (width: number, height: number): Pixels => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : (at * 37) % 251,
  ),
})

describe('pictures', () => {
  test('are written and read again without loss', () => {
    const whole = picture(13, 7)
    expect(decodePng(encodePng(whole, deflateSync), inflateSync)).toEqual(whole)
  })

  test('are cut to a box and its margin, as far as it lies inside', () => {
    const whole = picture(20, 10)
    const part = cropPixels(whole, { x: 4, y: 3, width: 5, height: 2 }, 1)
    expect(part).toMatchObject({ width: 7, height: 4 })
    expect(part && pixelAt(part, 1, 1)).toEqual(pixelAt(whole, 4, 3))
    expect(cropPixels(whole, { x: 18, y: 8, width: 50, height: 50 }, 0)).toMatchObject({
      width: 2,
      height: 2,
    })
    expect(cropPixels(whole, { x: 30, y: 3, width: 5, height: 2 }, 0)).toBeNull()
  })

  test('that are none, or of another kind, are refused as null', () => {
    expect(decodePng(new Uint8Array([1, 2, 3]), inflateSync)).toBeNull()
    const grey = encodePng(picture(2, 2), deflateSync)
    grey[8 + 8 + 9] = 0
    expect(decodePng(grey, inflateSync)).toBeNull()
  })
})
