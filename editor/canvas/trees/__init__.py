"""Show behavior trees and decision trees on the canvas, and arrange them."""
